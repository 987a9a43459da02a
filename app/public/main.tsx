import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { privacyPath, termsPath } from '#app/web/paths.ts'
import { setLegalPaths } from '#kit/public/Frame.tsx'
import { publicConfig, wasInitialReadRefused } from '#kit/public/start.ts'
import { isLanguage, loadInitialTexts, loadRefusalTexts, type PublicLanguage } from '#kit/public/texts.ts'
import { setErrorTextLoader, setWebClientName } from '#kit/web/call.ts'
import { setBusinessSettings } from '#kit/web/format.ts'
import type { TextBundle } from '#kit/web/text-lookup.ts'
import { followSystemColourScheme } from './appearance.ts'
import '#kit/web/tokens.css'
import '#kit/web/typeface.css'
import { textPartOfCurrentPage } from './areas.ts'
import './typeface.css'
import { loadPublicPage, PublicPages } from './PublicPages.tsx'
import type { PublicTextPart } from './text-parts.ts'

// Reloads the page if an update, installed while the page was open, has removed its files.
window.addEventListener('vite:preloadError', () => navigator.onLine && location.reload())

type Load = () => Promise<{ texts: TextBundle }>

const loaders: Record<PublicTextPart, Record<PublicLanguage, Load>> = {
  survey: {
    en: () => import('virtual:public-texts/en/survey'),
    ms: () => import('virtual:public-texts/ms/survey'),
    zh: () => import('virtual:public-texts/zh/survey'),
    fr: () => import('virtual:public-texts/fr/survey'),
    ja: () => import('virtual:public-texts/ja/survey'),
  },
  card: {
    en: () => import('virtual:public-texts/en/card'),
    ms: () => import('virtual:public-texts/ms/card'),
    zh: () => import('virtual:public-texts/zh/card'),
    fr: () => import('virtual:public-texts/fr/card'),
    ja: () => import('virtual:public-texts/ja/card'),
  },
  forms: {
    en: () => import('virtual:public-texts/en/forms'),
    ms: () => import('virtual:public-texts/ms/forms'),
    zh: () => import('virtual:public-texts/zh/forms'),
    fr: () => import('virtual:public-texts/fr/forms'),
    ja: () => import('virtual:public-texts/ja/forms'),
  },
}

/** The translated texts of errors, loaded when the server refuses the first call. */
const refusals: Record<PublicLanguage, Load> = {
  en: () => import('virtual:public-refusals/en'),
  ms: () => import('virtual:public-refusals/ms'),
  zh: () => import('virtual:public-refusals/zh'),
  fr: () => import('virtual:public-refusals/fr'),
  ja: () => import('virtual:public-refusals/ja'),
}

const TYPEFACE_AFTER_MS = 300

setWebClientName('self-service')
setErrorTextLoader(loadRefusalTexts)
followSystemColourScheme()
setLegalPaths({ terms: termsPath(), privacy: privacyPath() })
void draw()

async function draw() {
  const { BusinessTimeZone: timeZone, Currency: currency } = publicConfig()
  setBusinessSettings({ timeZone, currency })
  const { lang } = document.documentElement
  const [page] = await Promise.all([
    loadPublicPage(),
    loadInitialTexts(isLanguage(lang) ? lang : 'en', {
      texts: async (language) => (await loaders[textPartOfCurrentPage()][language]()).texts,
      refusals: async (language) => (await refusals[language]()).texts,
    }),
  ])
  if (wasInitialReadRefused()) await loadRefusalTexts().catch(() => {})
  const root = document.getElementById('root')
  if (!root) throw new Error('public.html lacks #root')
  createRoot(root).render(
    <StrictMode>
      <PublicPages first={page} />
    </StrictMode>,
  )
  // The class `pub-typeface` makes public.css load the fonts.
  setTimeout(() => document.documentElement.classList.add('pub-typeface'), TYPEFACE_AFTER_MS)
}
