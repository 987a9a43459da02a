import locale from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import { bundleOf } from './bundle.ts'

// What the first page behind the sign-in shows, the names of all others, and the library's own words.
export const bundle = bundleOf({
  ...import.meta.glob<object>(
    ['../../../areas/*/web/texts/zh.json', '!../../../areas/{access,dashboard}/web/texts/zh.json'],
    {
      eager: true,
      query: '?part=screens',
      import: 'default',
    },
  ),
  ...import.meta.glob<object>('../../../areas/dashboard/web/texts/zh.json', {
    eager: true,
    query: '?part=all',
    import: 'default',
  }),
})
export const library = { locale, calendar: 'zh-cn' }
