import locale from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import { texts } from 'virtual:texts/zh/shell'

// Texts of the shell and the dashboard, titles of all other pages, and the locale of antd.
export const shellTexts = { texts, library: { locale, calendar: 'zh-cn' } }
