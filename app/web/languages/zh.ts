import locale from 'antd/es/locale/zh_CN'
import 'dayjs/locale/zh-cn'
import { texts } from 'virtual:texts/zh/shell'

// What the first page behind the sign-in says, the names of all others, and the library's own words.
export const shell = { texts, library: { locale, calendar: 'zh-cn' } }
