import locale from 'antd/es/locale/en_US'
import { bundleOf } from './bundle.ts'

// What the first page behind the sign-in shows, the names of all others, and the library's own words.
export const bundle = bundleOf({
  ...import.meta.glob<object>(
    ['../../../areas/*/web/texts/en.json', '!../../../areas/{access,dashboard}/web/texts/en.json'],
    {
      eager: true,
      query: '?part=screens',
      import: 'default',
    },
  ),
  ...import.meta.glob<object>('../../../areas/dashboard/web/texts/en.json', {
    eager: true,
    query: '?part=all',
    import: 'default',
  }),
})
export const library = { locale, calendar: 'en' }
