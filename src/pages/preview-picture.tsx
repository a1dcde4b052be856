import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { renderToString } from 'preact-render-to-string';
import { isActive } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { toXml } from './charts.tsx';
import { counted } from './figures.tsx';
import { type Site, siteFile } from './site.ts';

/** The size that sites show previews in. */
export const [PREVIEW_WIDTH, PREVIEW_HEIGHT] = [1200, 630];

/** The program that makes pixels. A process may start it once. */
let starting: Promise<void> | null = null;

/**
 * `preview.png`: the picture that other sites show beside a link (https://ogp.me). Its bytes depend only on
 * the name and address of the service and on two counts.
 *
 * @param files The program that makes pixels, and the fonts, by name.
 */
export async function previewPicture(
  site: Site,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Document> {
  const find = (name: string) => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new Error(`Broken invariant: ${name} was not compiled`);
    return bytes;
  };
  starting ??= initWasm(find('resvg.wasm') as BufferSource);
  await starting;
  return siteFile('preview.png', () => {
    const fontBuffers = [find('sans.ttf'), find('sans-bold.ttf')];
    const font = { fontBuffers, defaultFontFamily: FONT, sansSerifFamily: FONT };
    const drawing = new Resvg(toXml(renderToString(<Picture site={site} />)), { font });
    const image = drawing.render();
    const bytes = image.asPng();
    // Both are outside of the memory that JavaScript counts.
    image.free();
    drawing.free();
    return bytes;
  });
}

const FONT = 'DejaVu Sans';
const LEFT = 96;

function Picture({ site: { service, url, operators, metrics } }: { readonly site: Site }) {
  const { host, pathname } = new URL(url);
  const counts = [
    counted(operators.filter(isActive).length, 'operator'),
    counted(metrics.size, 'metric'),
  ];
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={PREVIEW_WIDTH}
      height={PREVIEW_HEIGHT}
      font-family={FONT}
      aria-hidden="true"
    >
      <rect width={PREVIEW_WIDTH} height={PREVIEW_HEIGHT} fill="#0b5c55" />
      <path
        d="M96 96h150M96 130h100M96 164h58"
        stroke="#6fc7bb"
        stroke-width="18"
        stroke-linecap="round"
      />
      <text x={LEFT} y="310" fill="#fff" font-weight="700" font-size={sizeOf(service.name, 76)}>
        {service.name}
      </text>
      <text x={LEFT} y="384" fill="#dcece9" font-size="36">
        Crypto bookmakers compared, with evidence
      </text>
      <text x={LEFT} y="500" fill="#fff" font-weight="700" font-size="36">
        {counts.join(' · ')}
      </text>
      <text x={LEFT} y="556" fill="#dcece9" font-size={sizeOf(host + pathname, 28)}>
        {(host + pathname).replace(/\/$/, '')}
      </text>
    </svg>
  );
}

/** The size of letters at which a text fits into a line. */
function sizeOf(text: string, most: number): number {
  // A letter is about 0.7 of its size wide.
  return Math.min(most, Math.floor((PREVIEW_WIDTH - 2 * LEFT) / (0.7 * [...text].length)));
}
