import locale from 'antd/es/locale/en_US'
import { bundleOf } from './bundle.ts'

export const bundle = bundleOf(
  import.meta.glob<object>(['../texts/en.json', '../../../kit/web/texts/en.json', '../../../areas/*/web/texts/en.json'], {
    eager: true,
    import: 'default',
  }),
)
export const library = { locale, calendar: 'en' }
