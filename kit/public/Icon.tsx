// Lucide outlines (ISC), the few that public pages need: the whole library's code around one of them is heavier than its lines.
const paths = {
  gem: [
    'M10.5 3 8 9l4 13 4-13-2.5-6',
    'M17 3a2 2 0 0 1 1.6.8l3 4a2 2 0 0 1 .013 2.382l-7.99 10.986a2 2 0 0 1-3.247 0l-7.99-10.986A2 2 0 0 1 2.4 7.8l2.998-3.997A2 2 0 0 1 7 3z',
    'M2 9h20',
  ],
  languages: ['m5 8 6 6', 'm4 14 6-6 2-3', 'M2 5h12', 'M7 2h1', 'm22 22-5-10-5 10', 'M14 18h6'],
  hourglass: [
    'M5 22h14',
    'M5 2h14',
    'M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22',
    'M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2',
  ],
  check: ['M20 6 9 17l-5-5'],
  alert: ['M12 8v4', 'M12 16h.01', 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0'],
  back: ['m15 18-6-6 6-6'],
  forward: ['m9 18 6-6-6-6'],
} as const

export type IconName = keyof typeof paths

/** A sign beside words that say the same; those that point along the line are mirrored from right to left. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    className={name === 'back' || name === 'forward' ? 'pub-icon pub-mirrored' : 'pub-icon'}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {paths[name].map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
)
