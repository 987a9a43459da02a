import locale from 'antd/es/locale/fr_FR'
import 'dayjs/locale/fr'
import { texts } from 'virtual:texts/fr/shell'

// Texts of the shell and the dashboard, titles of all other pages, and the locale of antd.
export const shellTexts = { texts, library: { locale, calendar: 'fr' } }
