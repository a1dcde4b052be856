// Buttons that copy the text of an element: <button data-copy="id of the element">.

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const name = button.textContent ?? '';
  let timer = 0;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset['copy'] ?? '');
    if (source === null) return;
    const isCopied = await copy(source);
    button.textContent = isCopied ? 'Copied' : 'Selected';
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = name;
    }, 2000);
  });
}

/** Copies the text of an element. Where that is not allowed, the text is selected instead. */
async function copy(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    return true;
  } catch {
    const closed = source.closest('details');
    if (closed !== null) closed.open = true;
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
