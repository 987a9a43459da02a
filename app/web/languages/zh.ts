import locale from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import { bundleOf } from './bundle.ts'

export const bundle = bundleOf(
  import.meta.glob<object>(['../texts/zh.json', '../../../kit/web/texts/zh.json', '../../../areas/*/web/texts/zh.json'], {
    eager: true,
    import: 'default',
  }),
)
export const library = { locale, calendar: 'zh-cn' }
