import { texts } from 'virtual:texts/en/shell'
import locale from 'antd/es/locale/en_US'

// Texts of the first page behind the sign-in, titles of all other pages, and the library's locale.
export const shell = { texts, library: { locale, calendar: 'en' } }
