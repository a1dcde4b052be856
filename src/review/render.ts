import { PLAIN, type Style, showControls } from '../diagnostics/index.ts';
import { asPlainText } from '../represent/index.ts';
import { countOf, type Group, outline, type Section, type Writing } from './outline.ts';
import type { Review } from './review.ts';

/** For people. */
export function renderReviewText(review: Review, style: Style = PLAIN): string {
  const sections = outline(review, TEXT).map(({ title, advice, groups }) => [
    style.place(title),
    ...(advice === '' || groups.length === 0 ? [] : [style.faint(`  ${advice}`)]),
    ...groups.flatMap(({ head, lines }) => [`  ${head}`, ...lines.map((line) => `    ${line}`)]),
  ]);
  return sections.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const TEXT: Writing = { url: showControls, code: showControls, text: showControls };

/** GitHub refuses an issue of more than 65,536 characters. */
const LONGEST_ISSUE = 60_000;
/** Of each section but the first, so that none displaces another. */
const LONGEST_SECTION = 8_000;

/** For an issue on GitHub: each page and each link has a box to check. What is too long is cut. */
export function renderReviewMarkdown(review: Review): string {
  const [pages, ...others] = outline(review, MARKDOWN);
  const rest = others.map((section) => renderSection(section, LONGEST_SECTION)).join('\n');
  return `${renderSection(pages, LONGEST_ISSUE - rest.length - 1)}\n${rest}`;
}

const MARKDOWN: Writing = {
  // Addresses have no spaces; what else ends such a link is encoded (CommonMark §6.5).
  url: (url) => `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`,
  code: (code) => `\`${code}\``,
  text: asPlainText,
};

/** At most so many characters: only whole groups are left out. */
function renderSection({ title, advice, groups, noun }: Section, longest: number): string {
  const head = `### ${title}\n${advice === '' || groups.length === 0 ? '' : `\n${advice}\n`}`;
  const remark = (number: number) =>
    number === 0
      ? ''
      : `\n${countOf(number, noun).replace(' ', ' more ')}: \`operator-api review\` lists all.\n`;
  let text = groups.length === 0 ? head : `${head}\n`;
  let shown = 0;
  for (const group of groups) {
    const longer = text + renderGroup(group);
    if (longer.length + remark(groups.length).length > longest) break;
    text = longer;
    shown += 1;
  }
  return text + remark(groups.length - shown);
}

function renderGroup({ head, lines }: Group): string {
  return [`- [ ] ${head}`, ...lines.map((line) => `  - ${line}`)]
    .map((line) => `${line}\n`)
    .join('');
}
