import { Link } from 'react-router'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { getConfig } from '../config.ts'
import { privacyPath, termsPath } from '../paths.ts'

export function Footer() {
  const t = useT()
  return (
    <footer className="footer">
      <span>{t('app:footer.copyright', { year: businessDate().slice(0, 4), owner: getConfig().Company })}</span>
      <nav aria-label={t('app:footer.links')}>
        <Link to={termsPath()}>{t('app:footer.terms')}</Link>
        <Link to={privacyPath()}>{t('app:footer.privacy')}</Link>
      </nav>
    </footer>
  )
}
