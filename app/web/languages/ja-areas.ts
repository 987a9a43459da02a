import locale from 'antd/es/locale/ja_JP'
import 'dayjs/locale/ja'
import { bundleOf } from './bundle.ts'

// What is read behind the sign-in: every area's texts, and the library's own words.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../../../areas/*/web/texts/ja.json', '!../../../areas/{approvals,expiry,exports,setup,staff}/web/texts/ja.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const library = { locale, calendar: 'ja' }
