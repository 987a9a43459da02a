import locale from 'antd/es/locale/fr_FR'
import 'dayjs/locale/fr'
import { bundleOf } from './bundle.ts'

// What is read behind the sign-in: every area's texts, and the library's own words.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../../../areas/*/web/texts/fr.json', '!../../../areas/{approvals,expiry,exports,setup,staff}/web/texts/fr.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const library = { locale, calendar: 'fr' }
