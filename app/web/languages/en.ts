import { texts } from 'virtual:texts/en/shell'
import locale from 'antd/es/locale/en_US'

// What the first page behind the sign-in says, the names of all others, and the library's own words.
export const shell = { texts, library: { locale, calendar: 'en' } }
