import locale from 'antd/es/locale/ja_JP'
import 'dayjs/locale/ja'
import { texts } from 'virtual:texts/ja/shell'

// Texts of the first page behind the sign-in, titles of all other pages, and the library's locale.
export const shell = { texts, library: { locale, calendar: 'ja' } }
