import locale from 'antd/es/locale/fr_FR'
import 'dayjs/locale/fr'
import { texts } from 'virtual:texts/fr/shell'

// Texts of the first page behind the sign-in, titles of all other pages, and the library's locale.
export const shell = { texts, library: { locale, calendar: 'fr' } }
