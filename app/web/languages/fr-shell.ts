import locale from 'antd/es/locale/fr_FR'
import 'dayjs/locale/fr'
import { bundleOf } from './bundle.ts'

// What the first page behind the sign-in shows, the names of all others, and the library's own words.
export const bundle = bundleOf({
  ...import.meta.glob<object>(
    ['../../../areas/*/web/texts/fr.json', '!../../../areas/{access,dashboard}/web/texts/fr.json'],
    {
      eager: true,
      query: '?part=screens',
      import: 'default',
    },
  ),
  ...import.meta.glob<object>('../../../areas/dashboard/web/texts/fr.json', {
    eager: true,
    query: '?part=all',
    import: 'default',
  }),
})
export const library = { locale, calendar: 'fr' }
