import locale from 'antd/es/locale/en_US'
import { bundleOf } from './bundle.ts'

// What is read behind the sign-in: the areas' texts, and the library's own words. Pages of settings and exports bring theirs along.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../../../areas/*/web/texts/en.json', '!../../../areas/{approvals,expiry,exports,setup,staff}/web/texts/en.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const library = { locale, calendar: 'en' }
