import locale from 'antd/es/locale/ja_JP'
import 'dayjs/locale/ja'
import { texts } from 'virtual:texts/ja/shell'

// Texts of the shell and the dashboard, titles of all other pages, and the locale of antd.
export const shellTexts = { texts, library: { locale, calendar: 'ja' } }
