import assert from 'node:assert/strict';
import { mediaType as hapiMediaType } from '@hapi/accept';
import fc from 'fast-check';
import Negotiator from 'negotiator';
import { describe, expect, it } from 'vitest';
import { negotiate, parseAccept } from '../../src/policy/negotiate.ts';
import {
  ask,
  brokenMember,
  isWeight,
  type Layout,
  layout,
  MATCHING,
  otherName,
  PLAIN,
  parameter,
  quality,
  type Range,
  range,
  rangeLists,
  render,
  rubbish,
  soup,
} from './accept-headers.ts';

type Format = 'json' | 'csv';

/** Another way to say the same thing. */
type Rewriting = (ranges: readonly Range[]) => string;

/** A place where a library and this project choose differently, on purpose. */
interface Difference {
  readonly name: string;
  readonly library: string;
  readonly here: string;
  readonly verdict: string;
  /** Must hold for no more headers than it has to: everything outside is compared. */
  readonly concerns: (ranges: readonly Range[]) => boolean;
  readonly example: {
    readonly ranges: readonly Range[];
    readonly library: Format | 'error';
    readonly here: Format;
  };
}

const OFFERS = ['application/json', 'text/csv'];
// Properties use node:assert: expect keeps state at every call, which is slow at these numbers.
const RUNS = { numRuns: 2000 };

describe('any text at all', () => {
  it('is answered with JSON or CSV and never with an exception', () => {
    fc.assert(
      fc.property(fc.oneof(rubbish(), soup()), (accept) => {
        assert.match(negotiate(accept), /^(?:json|csv)$/);
      }),
      RUNS,
    );
  });

  it('yields lower-case names, qualities from 0 to 1000 and rising positions', () => {
    fc.assert(
      fc.property(fc.oneof(rubbish(), soup()), (field) => {
        parseAccept(field).forEach(({ type, subtype, quality, position }, at) => {
          assert.match(
            `${type}/${subtype}`,
            /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/,
          );
          assert(Number.isInteger(quality) && quality >= 0 && quality <= 1000);
          assert.equal(position, at);
        });
      }),
      RUNS,
    );
  });

  it('counts for no more than its members that follow the grammar', () => {
    // The grammar of RFC 9110 §12.5.1 as one expression, against the reader that goes step by step.
    const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    const quoted = '"(?:[^"\\\\]|\\\\.)*"';
    const weight = '[qQ]=(?:0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?)(?![^ \\t;])';
    const parameter = `(?:${weight}|(?![qQ]=)${token}=(?:${token}|${quoted}))`;
    const parameters = `(?:[ \\t]*;[ \\t]*${parameter}?)*`;
    const member = new RegExp(`^[ \\t]*${token}/${token}${parameters}[ \\t]*$`, 's');
    fc.assert(
      fc.property(soup(), (field) => {
        const members = field.match(/(?:"(?:[^"\\]|\\.)*"|".*|[^",])+/gs) ?? [];
        const sound = members.filter((text) => member.test(text));
        assert.equal(parseAccept(field).length, sound.length);
        assert.equal(negotiate(field), negotiate(sound.join()));
      }),
      RUNS,
    );
  });
});

describe('the answer stays the same', () => {
  const changes: readonly [what: string, rewritings: fc.Arbitrary<Rewriting>][] = [
    [
      'in upper or in lower case',
      fc.constantFrom<Rewriting>(
        (ranges) => render(ranges).toLowerCase(),
        (ranges) => render(ranges).toUpperCase(),
      ),
    ],
    [
      'with other white space and empty members',
      layout().map((other) => (ranges) => `,${render(ranges, other)}\t,`),
    ],
    [
      'with other parameters',
      fc
        .array(parameter(), { minLength: 1, maxLength: 3 })
        .map((more) => (ranges) => render(ranges.map((one) => surround(one, more)))),
    ],
    [
      'without parameters',
      fc.constant((ranges: readonly Range[]) => render(ranges.map(withoutParameters))),
    ],
    [
      'with ranges of other types in between',
      range(otherName()).map(
        (other) => (ranges) => render([other, ...ranges.flatMap((one) => [one, other])]),
      ),
    ],
    [
      'with broken members in between',
      brokenMember().map(
        (broken) => (ranges) => [broken, ...ranges.map((one) => render([one])), broken].join(),
      ),
    ],
    [
      'in one line or in two',
      fc
        .nat({ max: 6 })
        .map((cut) => (ranges) => [render(ranges.slice(0, cut)), render(ranges.slice(cut))].join()),
    ],
    [
      'with a line for each member',
      fc.constant((ranges: readonly Range[]) => ranges.map((one) => render([one])).join()),
    ],
    ['said twice', fc.constant((ranges: readonly Range[]) => render([...ranges, ...ranges]))],
  ];

  for (const [what, rewritings] of changes) {
    it(what, () => {
      fc.assert(
        fc.property(rangeLists(), rewritings, (ranges, rewrite) => {
          const accept = rewrite(ranges);
          assert.equal(negotiate(accept), negotiate(render(ranges)), accept);
        }),
        RUNS,
      );
    });
  }
});

describe('whatever else is in the header', () => {
  it('text/csv alone is CSV in any case and with any parameters', () => {
    fc.assert(
      fc.property(range(fc.constant('text/csv'), quality(1)), layout(), (csv, spread) => {
        assert.equal(negotiate(render([csv], spread)), 'csv');
      }),
      RUNS,
    );
  });

  it('an exact name in first place at full quality is what is answered', () => {
    fc.assert(
      fc.property(rangeLists(), layout(), (ranges, spread) => {
        const first = (name: string) => negotiate(render([ask(name, 'q=1'), ...ranges], spread));
        assert.equal(first('text/csv'), 'csv');
        assert.equal(first('application/json'), 'json');
      }),
      RUNS,
    );
  });

  it('a form that is refused is not answered while the other is acceptable', () => {
    fc.assert(
      fc.property(rangeLists(), layout(), (ranges, spread) => {
        const others = ranges.filter(({ name }) => !OFFERS.includes(name.toLowerCase()));
        const refusing = (refused: string, wanted: string) =>
          negotiate(render([ask(wanted, 'q=0.001'), ...others, ask(refused, 'q=0')], spread));
        assert.equal(refusing('application/json', 'text/csv'), 'csv');
        assert.equal(refusing('text/csv', 'application/json'), 'json');
      }),
      RUNS,
    );
  });

  it('CSV is answered only if JSON would be with the two exchanged', () => {
    const exchanged: Readonly<Record<string, string>> = {
      'application/json': 'text/csv',
      'text/csv': 'application/json',
      'application/*': 'text/*',
      'text/*': 'application/*',
    };
    fc.assert(
      fc.property(rangeLists(), (ranges) => {
        const mirrored = ranges.map(({ name, parameters }) => ({
          name: exchanged[name.toLowerCase()] ?? name,
          parameters,
        }));
        assert([negotiate(render(ranges)), negotiate(render(mirrored))].includes('json'));
      }),
      RUNS,
    );
  });
});

describe('against the words of the contract', () => {
  it('chooses what they say', () => {
    const tally = { json: 0, csv: 0 };
    fc.assert(
      fc.property(rangeLists(), layout(), (ranges, spread) => {
        const field = render(ranges, spread);
        const expected = byTheWords(ranges);
        tally[expected] += 1;
        assert.equal(negotiate(field), expected, field);
      }),
      RUNS,
    );
    // JSON is the answer to nearly everything: headers that earn CSV must not be rare.
    expect(tally.csv).toBeGreaterThan(RUNS.numRuns / 10);
  });
});

describe('against negotiator', () => {
  const differences: readonly Difference[] = [
    {
      name: 'the place of a range that is repeated',
      library: 'goes by the last of several equal ranges',
      here: 'goes by the first',
      verdict:
        'Ours, by our own rule: "the one named first". RFC 9110 §12.5.1 gives order no meaning, so neither is wrong.',
      concerns: (ranges) => {
        const json = speakerFor('json', ranges);
        const csv = speakerFor('csv', ranges);
        if (json === null || csv === null || json.vagueness !== csv.vagueness) return false;
        if (json.quality !== csv.quality) return false;
        return json.first < csv.first !== json.last < csv.last;
      },
      example: {
        ranges: [ask('text/csv'), ask('application/json'), ask('text/csv')],
        library: 'json',
        here: 'csv',
      },
    },
    {
      name: '*/csv and */json',
      library: 'takes an asterisk before a subtype for a wildcard',
      here: 'takes it for a type that is called *, which nothing has',
      verdict:
        'Ours: RFC 9110 §12.5.1 knows */* and type/* as wildcards, and no wildcard before a subtype.',
      concerns: (ranges) => ranges.some(({ name }) => /^\*\/(?:csv|json)$/i.test(name)),
      example: { ranges: [ask('*/csv')], library: 'csv', here: 'json' },
    },
  ];

  itComparesWith(negotiatorChooses, differences);

  it('reads the same names in the same order of quality', () => {
    fc.assert(
      fc.property(rangeLists(), layout(), (ranges, spread) => {
        const field = render(ranges, spread);
        const ours = [...parseAccept(field)]
          .filter(({ quality }) => quality > 0)
          .sort((a, b) => b.quality - a.quality || a.position - b.position)
          .map(({ type, subtype }) => `${type}/${subtype}`);
        const theirs = new Negotiator({ headers: { accept: field } }).mediaTypes();
        assert.deepEqual(
          ours,
          theirs.map((name) => name.toLowerCase()),
        );
      }),
      RUNS,
    );
  });
});

describe('against @hapi/accept', () => {
  const differences: readonly Difference[] = [
    {
      name: 'an empty parameter',
      library: 'refuses the whole header with an error for status 400',
      here: 'passes over it',
      verdict:
        'Ours: RFC 9110 §5.6.6, parameters = *( OWS ";" OWS [ parameter ] ), lets a parameter be empty.',
      concerns: (ranges) => ranges.some(({ parameters }) => parameters.includes('')),
      example: { ranges: [ask('text/csv', '', 'q=0.9')], library: 'error', here: 'csv' },
    },
    {
      name: 'an escaped quote',
      library: 'ends the string there, and reads on in the middle of the value',
      here: 'ends the string at the first quote that is not escaped',
      verdict: 'Ours: RFC 9110 §5.6.4, quoted-pair.',
      concerns: (ranges) =>
        ranges.some(({ parameters }) =>
          parameters.some((text) => text.replaceAll('\\\\', '').includes('\\"')),
        ),
      example: {
        ranges: [ask('text/html', 'a="\\",text/csv,"'), ask('application/json', 'q=0.5')],
        library: 'csv',
        here: 'json',
      },
    },
    {
      name: 'two qualities in one member',
      library: 'goes by the last',
      here: 'goes by the first, as negotiator does',
      verdict:
        'Neither is wrong: RFC 9110 §12.4.2 has one weight in a member. In RFC 7231 §5.3.2 the first q was the weight, and what followed an extension.',
      concerns: (ranges) => ranges.some(({ parameters }) => parameters.filter(isWeight).length > 1),
      example: {
        ranges: [ask('text/csv', 'q=0.4', 'q=0.9'), ask('application/json', 'q=0.5')],
        library: 'csv',
        here: 'json',
      },
    },
    {
      name: 'an asterisk before a subtype',
      library: 'takes it for the range of everything, whatever the subtype',
      here: 'takes it for a type that is called *, which nothing has',
      verdict:
        'Ours: RFC 9110 §12.5.1 knows */* and type/* as wildcards, and no wildcard before a subtype.',
      concerns: (ranges) => ranges.some(({ name }) => /^\*\/[^*]/.test(name)),
      example: {
        ranges: [ask('*/json'), ask('application/json', 'q=0')],
        library: 'csv',
        here: 'json',
      },
    },
    {
      name: 'a tie that CSV wins',
      library: 'goes by the alphabet, where application is before text',
      here: 'goes by the more specific range, then by the one named first',
      verdict:
        'Ours, by our own rule. RFC 9110 §12.5.1 leaves ties to the server; the alphabet says nothing about what a client wants.',
      concerns: (ranges) => {
        const json = speakerFor('json', ranges);
        const csv = speakerFor('csv', ranges);
        if (json === null || csv === null || json.quality !== csv.quality) return false;
        // Of */* the library, too, thinks less than of a range with a name.
        return json.vagueness < 2 && csv.vagueness < 2 && byTheWords(ranges) === 'csv';
      },
      example: { ranges: [ask('text/csv'), ask('application/json')], library: 'json', here: 'csv' },
    },
    {
      name: 'type/* of lower quality than */*',
      library: 'lets */* lift what type/* has lowered or refused',
      here: 'lets the more specific range speak alone',
      verdict:
        'Ours: RFC 9110 §12.5.1, "The media type quality factor associated with a given type is determined by finding the media range with the highest precedence that matches the type."',
      concerns: (ranges) => {
        const all = Math.max(...ranges.filter(isEverything).map(qualityOf));
        const isLifted = (format: Format) => {
          const speaker = speakerFor(format, ranges);
          return speaker?.vagueness === 1 && speaker.quality < all;
        };
        return isLifted('json') || isLifted('csv');
      },
      example: {
        ranges: [ask('application/*', 'q=0'), ask('*/*')],
        library: 'json',
        here: 'csv',
      },
    },
  ];

  itComparesWith(hapiChooses, differences);
});

function itComparesWith(
  choose: (ranges: readonly Range[], layout: Layout) => Format | 'error',
  differences: readonly Difference[],
): void {
  it('chooses the same, but for the differences below', () => {
    let compared = 0;
    fc.assert(
      fc.property(rangeLists(), layout(), (ranges, spread) => {
        if (differences.some(({ concerns }) => concerns(ranges))) return;
        compared += 1;
        const field = render(ranges, spread);
        assert.equal(negotiate(field), choose(ranges, spread), field);
      }),
      RUNS,
    );
    // Differences that cover most headers would leave nothing to compare.
    expect(compared).toBeGreaterThan(RUNS.numRuns / 2);
  });

  for (const { name, library, here, verdict, concerns, example } of differences) {
    it(`differs in ${name}: it ${library}, this project ${here}`, () => {
      expect(choose(example.ranges, PLAIN), verdict).toBe(example.library);
      expect(negotiate(render(example.ranges)), verdict).toBe(example.here);
      expect(concerns(example.ranges), verdict).toBe(true);
    });
  }
}

/** The library compares parameters as well, so it is asked without them. */
function negotiatorChooses(ranges: readonly Range[], spread: Layout): Format {
  const accept = render(ranges.map(withoutParameters), spread);
  const chosen = new Negotiator({ headers: { accept } }).mediaType(OFFERS);
  return chosen === 'text/csv' ? 'csv' : 'json';
}

function hapiChooses(ranges: readonly Range[], spread: Layout): Format | 'error' {
  try {
    // The chosen type comes with the parameters of the range that chose it.
    return hapiMediaType(render(ranges, spread), OFFERS).startsWith('text/csv') ? 'csv' : 'json';
  } catch {
    return 'error';
  }
}

/** The contract, word for word and without a thought for speed. */
function byTheWords(ranges: readonly Range[]): Format {
  const acceptable = (['json', 'csv'] as const)
    .map((format) => ({ format, speaker: speakerFor(format, ranges) }))
    .flatMap(({ format, speaker }) => (speaker === null ? [] : [{ format, ...speaker }]))
    .filter(({ quality }) => quality > 0);
  // The sort is stable: where all is equal, JSON stays in front.
  acceptable.sort(
    (a, b) => b.quality - a.quality || a.vagueness - b.vagueness || a.first - b.first,
  );
  return acceptable[0]?.format ?? 'json';
}

/** The most specific range that matches a form, at its best quality. */
function speakerFor(format: Format, ranges: readonly Range[]) {
  for (const [vagueness, name] of MATCHING[format].entries()) {
    const alike = ranges.filter((one) => one.name.toLowerCase() === name);
    if (alike.length === 0) continue;
    const quality = Math.max(...alike.map(qualityOf));
    const best = alike.filter((one) => qualityOf(one) === quality);
    const places = best.map((one) => ranges.indexOf(one));
    return { quality, vagueness, first: Math.min(...places), last: Math.max(...places) };
  }
  return null;
}

function qualityOf({ parameters }: Range): number {
  return Number(parameters.find(isWeight)?.slice(2) ?? 1);
}

function isEverything({ name }: Range): boolean {
  return name === '*/*';
}

function surround({ name, parameters }: Range, more: readonly string[]): Range {
  return { name, parameters: [...more, ...parameters, ...more] };
}

function withoutParameters({ name, parameters }: Range): Range {
  return { name, parameters: parameters.filter((text) => text === '' || isWeight(text)) };
}
