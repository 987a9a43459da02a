// The icons of public pages, copied from Lucide (ISC), because the library has more code than the icon paths.
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
  card: ['M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z', 'M2 10h20', 'M6 14h2'],
  coins: [
    'M13.744 17.736a6 6 0 1 1-7.48-7.48',
    'M15 6h1v4',
    'm6.134 14.768.866-.5 2 3.464',
    'M10 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0',
  ],
  gift: [
    'M12 7v14',
    'M20 11v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8',
    'M7.5 7a1 1 0 0 1 0-5A4.8 8 0 0 1 12 7a4.8 8 0 0 1 4.5-5 1 1 0 0 1 0 5',
    'M4 7h16a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1z',
  ],
  bag: [
    'M16 10a4 4 0 0 1-8 0',
    'M3.103 6.034h17.794',
    'M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z',
  ],
  person: ['M7 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0', 'M20 21a8 8 0 0 0-16 0'],
} as const

export type IconName = keyof typeof paths

/** A decorative icon. Directional icons are mirrored in right-to-left languages. */
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
