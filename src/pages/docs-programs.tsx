import { CodeSample } from './code-sample.tsx';
import type { DocsSection } from './docs.tsx';
import { operatorsTable } from './docs-examples.ts';
import { type Example, examplesOf } from './languages.ts';
import type { Site } from './site.ts';

type Props = { readonly site: Site };

/** How to use the API in languages and programs. */
export const PROGRAM_SECTIONS: readonly DocsSection[] = [
  { id: 'languages', title: 'Clients and languages', Content: Languages },
  { id: 'web-page', title: 'In a web page, without installing', Content: WebPage },
  { id: 'spreadsheets', title: 'Spreadsheets', Content: Spreadsheets },
];

/** `docs.js` makes tabs of the list and the sections below it. Without it, they are links and headings. */
function Languages({ site }: Props) {
  const { base_url } = site.service;
  const curl = { title: 'curl', code: `curl -s ${base_url}/operators.json` };
  const examples: readonly Omit<Example, 'language'>[] = [
    curl,
    ...examplesOf(operatorsTable(site)),
  ];
  return (
    <>
      <p>These examples request the list of operators. The comments say how much comes back.</p>
      <div class="tabs">
        <ul>
          {examples.map(({ title }) => (
            <li>
              <a href={`#${idOf(title)}`}>{nameOf(title)}</a>
            </li>
          ))}
        </ul>
        {examples.map(({ title, code }) => (
          <section id={idOf(title)}>
            <h3>{nameOf(title)}</h3>
            <CodeSample title={title} code={code} />
          </section>
        ))}
      </div>
      <p>
        The TypeScript client is part of the npm package <code>operator-comparison-api</code>. It
        has types, revalidates responses, and returns 404 and 410 as values. In the examples for
        pandas, R and DuckDB, only <code>null</code> becomes an empty cell; the text <code>NA</code>{' '}
        stays text. In Google Sheets with a locale that uses decimal commas, add two arguments to{' '}
        <code>IMPORTDATA</code>: <code>",", "en_US"</code>.
      </p>
      <p>
        A fee with the model <code>free</code> has no amount: <code>amount</code> is{' '}
        <code>null</code>. Count it as 0, and no other fee without an amount. Amounts are comparable
        only within one <code>currency</code>.
      </p>
    </>
  );
}

/** "Google Sheets (fills A1:K18)" is called Google Sheets. */
function nameOf(title: string): string {
  return title.replace(/ \(.*/, '');
}

function idOf(title: string): string {
  return nameOf(title).toLowerCase().replace(/\W+/g, '-');
}

function WebPage({ site: { service, links } }: Props) {
  const { base_url } = service;
  const client = links.find(({ name }) => name === 'client');
  return (
    <>
      <p>
        <code>/client.js</code> is the same client as one ES module. It imports nothing, and any
        page may load it.
      </p>
      <CodeSample
        title="HTML"
        code={`<script type="importmap">
{
  "imports": { "operator-api": "${base_url}/client.js" },
  "integrity": { "${base_url}/client.js": "${client?.integrity}" }
}
</script>
<script type="module">
  import { createClient } from 'operator-api';

  const api = createClient('${base_url}');
  const { data } = await api.operators();
  console.log(data);
</script>`}
      />
      <p>
        With <code>integrity</code>, a browser refuses any other code. Browsers check it from Chrome
        127, Safari 18 and Firefox 138 on. The hash changes when the publisher updates the client,
        and a page with the old hash then fails. To pin a version, copy the file to your own site.
      </p>
    </>
  );
}

function Spreadsheets({ site: { service, api } }: Props) {
  return (
    <>
      <p>
        A double click on a CSV file in Excel is not safe. Use “Data” → “From Text/CSV”, or the
        Power Query formula <a href="#excel-power-query">above</a>, which names the encoding, the
        separator and the type of each column. A double click:
      </p>
      <ul>
        <li>
          reads the file in the encoding of the system: <code>Curaçao</code> becomes{' '}
          <code>CuraÃ§ao</code> on many systems
        </li>
        <li>
          splits at the list separator of the system: where that is a semicolon, all columns are in
          one
        </li>
        <li>
          reads numbers with the decimal separator of the system: where that is a comma,{' '}
          <code>1.5</code> becomes a date or text
        </li>
        <li>
          changes text that looks like a number or a date: <code>004417</code> becomes 4417
        </li>
      </ul>
      <p>
        In Google Sheets, use “File” → “Import” with “Convert text to numbers, dates, and formulas”
        switched off, or <code>IMPORTDATA</code>, which reads the encoding and the separator right
        but always guesses types. <a href={api('table.csv')}>/table.csv</a> is made for that: a text
        that a spreadsheet would convert starts with an invisible word joiner (U+2060), so it stays
        text.
      </p>
      <CodeSample
        title="Google Sheets: every operator with every metric"
        code={`=IMPORTDATA("${service.base_url}/table.csv")`}
      />
    </>
  );
}
