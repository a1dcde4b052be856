import type { ComponentChildren } from 'preact';
import { isActive, isCurrent, type Operator, summaryNames } from '../model/index.ts';
import {
  capitalise,
  type Document,
  operatorPath,
  verificationInWords,
} from '../resources/index.ts';
import { Citations } from './citations.tsx';
import { Day, DayAndAge, Figure } from './figures.tsx';
import { type Alternate, renderPage } from './layout.tsx';
import { oembedLink } from './oembed.ts';
import { Changes, EarlierValues, Facts } from './operator-claims.tsx';
import { Fees, Limits, PaymentOptions } from './operator-offers.tsx';
import { canonicalUrl, type Site, siteFile } from './site.ts';

interface Props {
  readonly operator: Operator;
  readonly site: Site;
}

/**
 * `/operators/{slug}`, or where `operator_url` says: everything about one operator. It depends on nothing
 * about other operators, so that a build renders the pages of changed operators only.
 */
export function operatorPage(operator: Operator, site: Site): Document {
  const path = site.operatorPath(operator);
  const addresses = [operator.slug, ...operator.former_slugs].map((slug) =>
    site.operatorPath({ slug, id: operator.id }),
  );
  const [first = path, ...others] = new Set(addresses);
  const files = [`${first}.html`, ...others.map((other) => `${other}.html`)] as const;
  return siteFile(
    files,
    () =>
      renderPage({
        site,
        path,
        canonical: canonicalUrl(operator, site),
        title: operator.name,
        description: `Fees, limits and facts of ${operator.name}, each with its evidence and date.`,
        alternates: [
          ...formsOf(operator, site),
          oembedLink(site, `operators/${operator.slug}`, operator.name),
        ],
        structuredData: structuredData(operator, site),
        scripts: ['ages', 'copy'],
        children: <OperatorPage operator={operator} site={site} />,
      }),
    operator,
  );
}

function OperatorPage(props: Props) {
  const { operator } = props;
  const { fees, limits, payment_options, pros, cons, sources, claims } = operator;
  const hasEarlier = claims.some((claim) => !isCurrent(claim));
  const sections: readonly Section[] = [
    { id: 'facts', title: 'Facts', content: <Facts {...props} /> },
    ...(fees.length > 0 ? [{ id: 'fees', title: 'Fees', content: <Fees fees={fees} /> }] : []),
    ...(limits.length > 0
      ? [{ id: 'limits', title: 'Limits', content: <Limits limits={limits} /> }]
      : []),
    ...(payment_options.length > 0
      ? [
          {
            id: 'payments',
            title: 'Payment options',
            content: <PaymentOptions payment_options={payment_options} />,
          },
        ]
      : []),
    ...(pros.length + cons.length > 0
      ? [{ id: 'pros-and-cons', title: 'Pros and cons', content: <ProsAndCons {...operator} /> }]
      : []),
    { id: 'changes', title: 'Changes', content: <Changes {...props} /> },
    ...(hasEarlier
      ? [{ id: 'history', title: 'Earlier values', content: <EarlierValues {...props} /> }]
      : []),
    ...(sources.length > 0
      ? [{ id: 'sources', title: 'Sources', content: <Sources sources={sources} /> }]
      : []),
    { id: 'citing', title: 'How to cite', content: <Citations {...props} /> },
    { id: 'data', title: 'This page as data', content: <Forms {...props} /> },
  ];
  return (
    <div class="operator">
      <header>
        <h1>{operator.name}</h1>
        <End {...props} />
        <Summary operator={operator} />
      </header>
      <nav class="contents" aria-label="On this page">
        <ul>
          {sections.map(({ id, title }) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="sections">
        {sections.map(({ id, title, content }) => (
          <section>
            <h2 id={id}>{title}</h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: ComponentChildren;
}

/** That an operator is no longer in business. */
function End({ operator, site }: Props) {
  const { status, ended_at, ended_reason, merged_into } = operator;
  if (isActive(operator)) return null;
  return (
    <p class="ended">
      <strong>{capitalise(status)}</strong>
      {merged_into !== null && (
        <>
          {' '}
          into <a href={site.href(pathOf(merged_into, site))}>{merged_into}</a>
        </>
      )}
      {ended_at !== null && (
        <>
          {' '}
          on <Day at={ended_at} />
        </>
      )}
      {ended_reason === null ? '.' : `: ${ended_reason}`}
    </p>
  );
}

/** The path of the page of another operator. Its number, which never changes, may be in it. */
function pathOf(slug: string, { operators, operatorPath }: Site): string {
  const found = operators.find((operator) => operator.slug === slug);
  if (found === undefined) throw new Error(`Broken invariant: no operator ${slug}`);
  return operatorPath(found);
}

function Summary({ operator }: { readonly operator: Operator }) {
  const { license_jurisdiction, accepts_vpn, has_mobile_app, website, former_slugs } = operator;
  const { kyc_level, updated_at, slug, id } = operator;
  const entries: readonly (readonly [string, ComponentChildren])[] = [
    [summaryNames.license_jurisdiction, <Figure value={license_jurisdiction} />],
    [
      summaryNames.kyc_level,
      <Figure value={kyc_level === null ? null : capitalise(verificationInWords(operator))} />,
    ],
    [summaryNames.accepts_vpn, <Figure value={accepts_vpn} />],
    [summaryNames.has_mobile_app, <Figure value={has_mobile_app} />],
    [
      'Website',
      website === null ? (
        <Figure value={null} />
      ) : (
        <a href={website} rel="external nofollow">
          {new URL(website).hostname}
        </a>
      ),
    ],
    [summaryNames.updated_at, <DayAndAge at={updated_at} />],
    [
      'Slug and number',
      <>
        <code>{slug}</code>, {id}
        {former_slugs.length > 0 && (
          <small>
            formerly{' '}
            {former_slugs.map((former, index) => (
              <>
                {index > 0 && ', '}
                <code>{former}</code>
              </>
            ))}
          </small>
        )}
      </>,
    ],
  ];
  return (
    <dl class="summary">
      {entries.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ProsAndCons({ pros, cons }: Pick<Operator, 'pros' | 'cons'>) {
  return (
    <div class="pros-and-cons">
      <Texts name="Pros" kind="pros" texts={pros} />
      <Texts name="Cons" kind="cons" texts={cons} />
    </div>
  );
}

function Texts({
  name,
  kind,
  texts,
}: {
  readonly name: string;
  readonly kind: string;
  readonly texts: readonly string[];
}) {
  if (texts.length === 0) return null;
  return (
    <div>
      <h3>{name}</h3>
      <ul class={kind}>
        {texts.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function Sources({ sources }: Pick<Operator, 'sources'>) {
  return (
    <ul>
      {sources.map(({ title, url, accessed_at }) => (
        <li>
          <a href={url} rel="external nofollow">
            {title}
          </a>
          , read on <Day at={accessed_at} />
        </li>
      ))}
    </ul>
  );
}

function Forms({ operator, site }: Props) {
  return (
    <ul>
      {formsOf(operator, site).map(({ href, title }) => (
        <li>
          <a href={href}>{title}</a>
        </li>
      ))}
      <li>
        <a href={site.href('docs/widgets')}>Show this operator on another site</a>
      </li>
    </ul>
  );
}

/** The same operator in other forms, those that the service publishes. */
function formsOf({ slug }: Operator, { service, api }: Site): readonly Alternate[] {
  const form = (type: string, path: string, title: string) => [
    { type, href: api(`${operatorPath(slug)}${path}`), title },
  ];
  return [
    ...form('application/json', '.json', 'Fees, limits and everything but claims (JSON)'),
    ...form('text/csv', '/facts.csv', 'Current claims (CSV)'),
    ...form('application/json', '/facts.json', 'Current claims (JSON)'),
    ...(service.operator_claims
      ? form('text/csv', '/claims.csv', 'All claims, also superseded and retracted ones (CSV)')
      : []),
    ...(service.operator_markdown
      ? form('text/markdown', '.md', 'Everything, for language models (Markdown)')
      : []),
    ...(service.operator_feeds
      ? form('application/atom+xml', '/changes.atom', 'Changes, as a feed (Atom)')
      : []),
  ];
}

/** What search engines read (https://schema.org/Organization). */
function structuredData(operator: Operator, site: Site): object {
  const { name, website, status, ended_at, updated_at } = operator;
  const { service } = site;
  const url = canonicalUrl(operator, site);
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': url,
    url,
    name,
    dateModified: updated_at,
    isPartOf: {
      '@type': 'Dataset',
      '@id': service.base_url,
      name: service.name,
      license: service.license.url,
      url: service.site_url,
    },
    mainEntity: {
      '@type': 'Organization',
      name,
      ...(website !== null && { url: website }),
      ...(status === 'closed' && ended_at !== null && { dissolutionDate: ended_at.slice(0, 10) }),
    },
  };
}
