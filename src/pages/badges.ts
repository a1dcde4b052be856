import { type ActiveCategory, dayOf, lastObserved, type Operator } from '../model/index.ts';
import { oneLine } from '../represent/index.ts';
import { type Document, rankOperators } from '../resources/index.ts';
import { documentsRequired, endInWords } from './card.ts';
import { type Site, siteFile } from './site.ts';
import { escapeMarkup } from './snippets.ts';

/** Badges as SVG: one for each operator and ranking. That of an operator depends on it alone. */
export function badges(site: Site): readonly Document[] {
  return [
    ...site.activeCategories.map((category) =>
      siteFile(`badges/best/${category.slug}.svg`, () => rankingBadge(category, site)),
    ),
    ...site.operators.map((operator) =>
      siteFile(`badges/operators/${operator.slug}.svg`, () => operatorBadge(operator), operator),
    ),
  ];
}

function operatorBadge(operator: Operator): string {
  return badge([
    operator.name,
    endInWords(operator) ?? documents(operator),
    dayOf(operator.updated_at),
  ]);
}

/** When an operator asks for documents: "documents above 2,000 USD". */
function documents(operator: Operator): string {
  if (operator.kyc_level === null) return 'documents: unknown';
  if (operator.kyc_level === 'none') return 'no documents';
  const when = documentsRequired(operator);
  return `documents ${when.slice(0, 1).toLowerCase()}${when.slice(1)}`;
}

function rankingBadge(category: ActiveCategory, site: Site): string {
  const [leader, ...others] = rankOperators(category, site).ranked.filter(({ rank }) => rank === 1);
  if (leader === undefined) return badge([category.title, 'no operator']);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const day = leader.claim === null ? [] : [dayOf(lastObserved(leader.claim))];
  return badge([category.title, leader.operator.name + more, ...day]);
}

const HEIGHT = 24;
const PADDING = 8;
const FONT_SIZE = 11;
/** Background and text of the parts. Each pair has a contrast of at least 7 to 1. */
const COLOURS = [
  ['#0b4f49', '#ffffff'],
  ['#e7f1ef', '#1b1f1d'],
  ['#f6f7f4', '#454c48'],
] as const;

/** Texts side by side, as a picture that needs no other file. */
function badge(texts: readonly string[]): string {
  const parts = texts.map((text) => shorten(oneLine(text)));
  const widths = parts.map((text) => Math.ceil(widthOf(text)));
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + width + 2 * PADDING);
  const total = ends.at(-1) ?? 0;
  const shapes = parts.map((text, index) => {
    const [fill, colour] = COLOURS[index] ?? COLOURS[0];
    const [x, width] = [ends[index - 1] ?? 0, widths[index] ?? 0];
    // The length is stated, so that a text fits in every font.
    return (
      `<path fill="${fill}" d="M${x} 0h${width + 2 * PADDING}v${HEIGHT}h-${width + 2 * PADDING}z"/>` +
      `<text x="${x + PADDING}" y="16" fill="${colour}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`
    );
  });
  const title = escapeMarkup(texts.map(oneLine).join(', '));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="${HEIGHT}" viewBox="0 0 ${total} ${HEIGHT}" role="img" aria-labelledby="t"><title id="t">${title}</title><clipPath id="c"><rect width="${total}" height="${HEIGHT}" rx="4"/></clipPath><g clip-path="url(#c)" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${FONT_SIZE}">${shapes.join('')}</g><rect x=".5" y=".5" width="${total - 1}" height="${HEIGHT - 1}" rx="3.5" fill="none" stroke="#0b4f49"/></svg>
`;
}

const LONGEST = 48;

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
}

/** Groups of characters with the width that they have on average in Verdana, in thousandths of its size. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'!|()[\]ftIr \-/]/, 410],
  [/[mwMW@%]/, 930],
  [/[A-Z&<>=+#~]/, 720],
  [/[0-9a-z"?$*_]/, 610],
  [/\p{M}/u, 0],
  // Ideographs, syllables and pictures are square.
  [
    /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Extended_Pictographic}\uff00-\uff60]/u,
    1000,
  ],
];

function widthOf(text: string): number {
  const widths = Array.from(
    text,
    (character) => WIDTHS.find(([group]) => group.test(character))?.[1] ?? 680,
  );
  return (widths.reduce((sum, width) => sum + width, 0) * FONT_SIZE) / 1000;
}
