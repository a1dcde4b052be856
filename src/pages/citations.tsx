import { isCurrent, type Operator } from '../model/index.ts';
import { citationsOf, cite, claimPath, operatorCitations, withUnit } from '../resources/index.ts';
import { metricOf } from './operator-claims.tsx';
import { canonicalUrl, type Site } from './site.ts';

/**
 * How to cite the page of an operator, and each of its current claims. Programs for references need the
 * address of a claim: where claims have none, only the sentence is given, and the page has the other forms.
 */
export function Citations({
  operator,
  site,
}: {
  readonly operator: Operator;
  readonly site: Site;
}) {
  const { service } = site;
  const page = canonicalUrl(operator, site);
  return (
    <>
      <Citation id="cite" {...operatorCitations({ operator, service, url: page })} />
      {operator.claims.filter(isCurrent).map((claim) => {
        const { claim_id, value } = claim;
        const metric = metricOf(claim.metric, site);
        const hasPage = service.claim_pages !== 'none';
        const url = hasPage ? `${service.base_url}/${claimPath(claim_id)}` : `${page}#${claim_id}`;
        const cited = { claim, operator, metric, service, url };
        if (!hasPage) {
          return (
            <p class="cited" id={`cite-${claim_id}`}>
              {cite(cited)}
            </p>
          );
        }
        return (
          <details class="cited">
            <summary>
              {metric.name}: {withUnit(value, metric.unit)}
            </summary>
            <Citation id={`cite-${claim_id}`} sentence={cite(cited)} {...citationsOf(cited)} />
          </details>
        );
      })}
    </>
  );
}

function Citation({
  id,
  sentence,
  bibtex,
  csl,
}: {
  readonly id: string;
  readonly sentence: string;
  readonly bibtex: string;
  readonly csl: object;
}) {
  const forms = [
    ['BibTeX', 'bibtex', bibtex],
    ['CSL-JSON', 'csl', JSON.stringify([csl], null, 2)],
  ] as const;
  return (
    <div class="citation" id={id}>
      <p id={`${id}-text`}>{sentence}</p>
      <p class="copies">
        <Copy name="Copy text" of={`${id}-text`} />
        {forms.map(([name, suffix]) => (
          <Copy name={`Copy ${name}`} of={`${id}-${suffix}`} />
        ))}
      </p>
      <details>
        <summary>BibTeX and CSL-JSON</summary>
        {forms.map(([, suffix, text]) => (
          <pre id={`${id}-${suffix}`}>{text}</pre>
        ))}
      </details>
    </div>
  );
}

/** `copy.js` gives it something to do. */
function Copy({ name, of }: { readonly name: string; readonly of: string }) {
  return (
    <button type="button" data-copy={of} aria-live="polite">
      {name}
    </button>
  );
}
