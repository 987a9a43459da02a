import { Outlet, useLocation } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { SignInIcon } from '#kit/web/PlainSign.tsx'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig, getLanguages } from '../config.ts'
import { privacyPath, termsPath } from '../paths.ts'
import { ProductBrand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { storeLanguageBeforeSignIn } from './language.ts'
import './auth.css'

/** The layout of sign-in, sign-out, error and legal pages: one column beside an illustration. */
export function AuthLayout() {
  const t = useT()
  const { pathname } = useLocation()
  const { appearance, change } = useAppearance()
  // Legal pages have no illustration beside their texts.
  const isTextPage = [termsPath(), privacyPath()].includes(pathname)
  return (
    <div className={isTextPage ? 'auth' : 'auth auth-beside'}>
      <div className="auth-page">
        <header>
          <ProductBrand title={getConfig().Title} />
          <label className="auth-language">
            <span className="visually-hidden">{t('app:appearance.language')}</span>
            <SignInIcon of="language" />
            <select
              value={appearance.language}
              onChange={({ target }) => void change({ language: storeLanguageBeforeSignIn(target.value) })}
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
      {!isTextPage && <Art />}
    </div>
  )
}

/** Draws the outline of a cut diamond, inlined so that the browser loads no file. */
function Art() {
  const t = useT()
  return (
    <div className="auth-art" aria-hidden>
      <svg viewBox="0 0 200 200" fill="none" stroke="currentColor" strokeWidth="0.45" aria-hidden="true">
        <path d="M60 30h80l40 44-80 108L20 74ZM20 74h160M60 30 50 74l50 108 50-108-10-44M60 30l40 44 40-44M50 74 100 30l50 44" />
      </svg>
      <p>
        {t('app:auth.know')}
        <br />
        {t('app:auth.explain')}
      </p>
    </div>
  )
}
