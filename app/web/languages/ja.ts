import locale from 'antd/es/locale/ja_JP'
import 'dayjs/locale/ja'
import { texts } from 'virtual:texts/ja/shell'

// What the first page behind the sign-in says, the names of all others, and the library's own words.
export const shell = { texts, library: { locale, calendar: 'ja' } }
