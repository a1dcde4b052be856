// Shows the changes of one operator: `/changes?operator=7`, by its number.

const select = document.querySelector<HTMLSelectElement>('#operator');

if (select !== null) {
  select.value = new URLSearchParams(location.search).get('operator') ?? '';
  // A number without changes has no option.
  if (select.selectedIndex < 0) select.value = '';
  show(select.value);
  select.addEventListener('change', () => {
    show(select.value);
    const address = new URL(location.href);
    if (select.value === '') address.searchParams.delete('operator');
    else address.searchParams.set('operator', select.value);
    history.replaceState(null, '', address);
  });
}

function show(operator: string): void {
  for (const day of document.querySelectorAll<HTMLElement>('.day')) {
    const stories = [...day.querySelectorAll<HTMLElement>('.story')];
    for (const story of stories) {
      story.hidden = operator !== '' && story.dataset['operator'] !== operator;
    }
    day.hidden = stories.every(({ hidden }) => hidden);
  }
}
