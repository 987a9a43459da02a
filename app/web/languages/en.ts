import { texts } from 'virtual:texts/en/shell'
import locale from 'antd/es/locale/en_US'

// Texts of the shell and the dashboard, titles of all other pages, and the locale of antd.
export const shellTexts = { texts, library: { locale, calendar: 'en' } }
