// Adds how long ago the days of a page are, which only a browser knows.

const DAY = 86_400_000;
const now = Date.now();

for (const time of document.querySelectorAll<HTMLTimeElement>('main time[datetime]')) {
  const age = ageOf(Date.parse(time.dateTime), now);
  if (age === null) continue;
  const room = time.nextElementSibling;
  if (room?.classList.contains('age')) room.textContent = age;
  else time.title = age;
}

/** "3 months ago", in whole units and calendar days (UTC); null for days that lie ahead. */
function ageOf(at: number, now: number): string | null {
  const days = Math.floor(now / DAY) - Math.floor(at / DAY);
  if (!(days >= 0)) return null;
  if (days < 2) return days === 0 ? 'today' : 'yesterday';
  const [count, unit] =
    days < 14
      ? [days, 'day']
      : days < 61
        ? [Math.floor(days / 7), 'week']
        : days < 730
          ? [Math.floor(days / 30.44), 'month']
          : [Math.floor(days / 365.25), 'year'];
  return `${count} ${unit}s ago`;
}
