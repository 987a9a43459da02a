import type { Language } from '#kit/web/i18n.ts'
import type { Help } from './help.ts'

const files = import.meta.glob<Help>(['../texts/*.json', '../../../areas/*/web/texts/*.json'], {
  eager: true,
  query: '?part=pageHelp',
  import: 'default',
})

export const helpIn = (language: Language): Help =>
  Object.assign({}, ...Object.entries(files).map(([path, help]) => (path.includes(`/${language}.json`) ? help : {})))
