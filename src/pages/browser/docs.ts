/** The documentation: examples in tabs, and buttons that copy code. */

for (const tabs of document.querySelectorAll<HTMLElement>('.tabs')) makeTabs(tabs);
if (navigator.clipboard !== undefined) {
  for (const sample of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(sample);
}

/** Makes tabs of a list of links and the sections that they lead to (WAI-ARIA 1.2, tab pattern). */
function makeTabs(root: HTMLElement): void {
  const list = root.querySelector('ul');
  const links = [...root.querySelectorAll<HTMLAnchorElement>('ul a')];
  const panels = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  if (list === null) return;
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Languages and programs');
  for (const [index, link] of links.entries()) {
    const panel = panels[index];
    if (!panel) continue;
    link.parentElement?.setAttribute('role', 'presentation');
    link.id = `${panel.id}-tab`;
    link.setAttribute('role', 'tab');
    link.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', link.id);
    panel.querySelector('h3')?.classList.add('visually-hidden');
    link.addEventListener('click', (event) => {
      event.preventDefault();
      // The address names the tab, so that a link to it opens it.
      history.replaceState(null, '', link.hash);
      select(index);
    });
  }
  root.classList.add('has-tabs');

  list.addEventListener('keydown', (event) => {
    const now = links.findIndex((link) => link.matches(':focus'));
    const next = nextIndex(event.key, now, links.length);
    if (next === null) return;
    event.preventDefault();
    select(next);
    links[next]?.focus();
  });

  function select(chosen: number): void {
    for (const [index, link] of links.entries()) {
      link.setAttribute('aria-selected', String(index === chosen));
      link.tabIndex = index === chosen ? 0 : -1;
      panels[index]?.toggleAttribute('hidden', index !== chosen);
    }
  }

  const openAddressed = () => {
    const named = links.findIndex(({ hash }) => hash === location.hash);
    if (named >= 0) select(named);
    return named >= 0;
  };
  window.addEventListener('hashchange', () => {
    if (openAddressed()) root.scrollIntoView();
  });
  if (!openAddressed()) select(0);
}

function nextIndex(key: string, now: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (now + 1) % count;
    case 'ArrowLeft':
      return (now + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** How long a button says that it copied, in milliseconds. */
const SHOWN = 2000;

function addCopyButton(sample: HTMLElement): void {
  const caption = sample.querySelector('figcaption');
  const code = sample.querySelector('code');
  if (caption === null || code === null) return;
  const button = document.createElement('button');
  const status = document.createElement('span');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${caption.textContent}`);
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    status.textContent = await navigator.clipboard.writeText(code.textContent ?? '').then(
      () => 'Copied',
      () => 'Not allowed by the browser',
    );
    setTimeout(() => {
      status.textContent = '';
    }, SHOWN);
  });
  caption.append(status, button);
}
