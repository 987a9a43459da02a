import locale from 'antd/es/locale/fr_FR'
import 'dayjs/locale/fr'
import { texts } from 'virtual:texts/fr/shell'

// What the first page behind the sign-in says, the names of all others, and the library's own words.
export const shell = { texts, library: { locale, calendar: 'fr' } }
