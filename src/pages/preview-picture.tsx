import { setFlagsFromString } from 'node:v8';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { renderToString } from 'preact-render-to-string';
import { isActive } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { toXml } from './charts.tsx';
import { counted } from './figures.tsx';
import { type Site, siteFile } from './site.ts';

/** The size that the picture is drawn in. */
const [WIDTH, HEIGHT] = [1200, 630];

/** The width of its pixels. Sites show previews from 600 on, and more take longer to make. */
const PIXELS = 800;

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
  starting ??= start(find('resvg.wasm'));
  await starting;
  return siteFile('preview.png', () => {
    const fontBuffers = [find('sans.ttf'), find('sans-bold.ttf')];
    const font = { fontBuffers, defaultFontFamily: FONT, sansSerifFamily: FONT };
    const drawing = new Resvg(toXml(renderToString(<Picture site={site} />)), {
      font,
      fitTo: { mode: 'width', value: PIXELS },
    });
    const image = drawing.render();
    const bytes = image.asPng();
    // Both are outside of the memory that JavaScript counts.
    image.free();
    drawing.free();
    return bytes;
  });
}

/**
 * V8 would compile what runs often a second time, in the background, and Node waits for that at its exit:
 * half a second for one picture.
 */
async function start(program: Uint8Array): Promise<void> {
  setFlagsFromString('--liftoff-only');
  await initWasm(program as BufferSource);
  setFlagsFromString('--no-liftoff-only');
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
      width={WIDTH}
      height={HEIGHT}
      font-family={FONT}
      aria-hidden="true"
    >
      <rect width={WIDTH} height={HEIGHT} fill="#0b5c55" />
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
  return Math.min(most, Math.floor((WIDTH - 2 * LEFT) / (0.7 * [...text].length)));
}
