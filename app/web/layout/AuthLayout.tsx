import { Outlet } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig, getLanguages } from '../config.ts'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { chooseLanguage } from './language.ts'
import './auth.css'

/** One quiet column: signing in, signing out and what can go wrong there. */
export function AuthLayout() {
  const t = useT()
  const { appearance, change } = useAppearance()
  return (
    <div className="auth">
      <header>
        <Brand title={getConfig().Title} />
        <label>
          <span className="visually-hidden">{t('app:appearance.language')}</span>
          <select
            value={appearance.language}
            onChange={({ target }) => void change({ language: chooseLanguage(target.value) })}
          >
            {getLanguages().map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
