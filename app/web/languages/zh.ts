import locale from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import { texts } from 'virtual:texts/zh/shell'

// Texts of the first page behind the sign-in, titles of all other pages, and the library's locale.
export const shell = { texts, library: { locale, calendar: 'zh-cn' } }
