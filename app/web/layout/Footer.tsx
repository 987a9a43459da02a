import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { getConfig } from '../config.ts'

export function Footer() {
  const t = useT()
  return (
    <footer className="footer">
      {t('app:footer.copyright', { year: businessDate().slice(0, 4), owner: getConfig().Title })}
    </footer>
  )
}
