import { expect, it } from 'vitest';
import { sharedTexts, spansOf } from '../../src/second-thread/shared-texts.ts';

it.each(['a', '狐'])(
  'texts of many %s arrive whole, though they are more than fit in one piece',
  (character) => {
    const texts = Array.from({ length: 8 }, (_, index) => `${index}${character.repeat(1_500_000)}`);
    const memory = spansOf(texts.length + 1);
    const [first, second] = [sharedTexts(memory, 0), sharedTexts(memory, 1)];
    for (const [index, text] of texts.entries())
      (index % 2 === 0 ? first : second).set(index, text);
    first.adopt(second.segments);
    second.adopt(first.segments);
    for (const side of [first, second]) {
      const isWhole = texts.map((text, index) => side.bytesOf(index)?.toString() === text);
      expect(isWhole).toEqual(texts.map(() => true));
      expect(side.bytesOf(texts.length)).toBeUndefined();
    }
  },
);
