import locale from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import { bundleOf } from './bundle.ts'

// What is read behind the sign-in: every area's texts, and the library's own words.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../../../areas/*/web/texts/zh.json', '!../../../areas/{approvals,expiry,exports,setup,staff}/web/texts/zh.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const library = { locale, calendar: 'zh-cn' }
