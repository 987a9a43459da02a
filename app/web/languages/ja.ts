import locale from 'antd/es/locale/ja_JP'
import 'dayjs/locale/ja'
import { bundleOf } from './bundle.ts'

export const bundle = bundleOf(
  import.meta.glob<object>(['../texts/ja.json', '../../../kit/web/texts/ja.json', '../../../areas/*/web/texts/ja.json'], {
    eager: true,
    import: 'default',
  }),
)
export const library = { locale, calendar: 'ja' }
