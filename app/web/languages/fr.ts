import locale from 'antd/es/locale/fr_FR'
import 'dayjs/locale/fr'
import { bundleOf } from './bundle.ts'

export const bundle = bundleOf(
  import.meta.glob<object>(['../texts/fr.json', '../../../kit/web/texts/fr.json', '../../../areas/*/web/texts/fr.json'], {
    eager: true,
    import: 'default',
  }),
)
export const library = { locale, calendar: 'fr' }
