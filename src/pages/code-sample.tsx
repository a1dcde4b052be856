/** Code to copy: `docs.js` adds a button. Keys scroll it once it has the focus. */
export function CodeSample({ title, code }: { readonly title: string; readonly code: string }) {
  return (
    <figure class="code">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, no key could scroll a long line (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
