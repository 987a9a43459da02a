import { Outlet } from 'react-router'
import { languages, useT } from '#kit/web/i18n.ts'
import { keepAppearance, useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from '../config.ts'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { chooseLanguage } from './language.ts'
import './auth.css'

/** One quiet column: signing in, signing out and what can go wrong there. */
export function AuthLayout() {
  const t = useT()
  const { appearance, setAppearance } = useAppearance()
  return (
    <div className="auth">
      <header>
        <Brand title={getConfig().Title} />
        <label>
          <span className="visually-hidden">{t('app:appearance.language')}</span>
          <select
            value={appearance.language}
            onChange={async ({ target }) => {
              const language = await chooseLanguage(target.value)
              setAppearance({ ...appearance, language })
              keepAppearance({ ...appearance, language })
            }}
          >
            {languages.map(({ code, name }) => (
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
