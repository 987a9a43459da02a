import { useEffect, useState } from 'react'
import type { Language } from '#kit/web/i18n.ts'
import { useT } from '#kit/web/i18n.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from '../config.ts'
import './legal.css'

type Section = { title: string; text: string[] }
type Legal = Record<'terms' | 'privacy', Section[]>

// Long texts that are read seldom, so they are no part of what every visit fetches.
const files: Record<Language, () => Promise<{ default: Legal }>> = {
  en: () => import('./en.json'),
  zh: () => import('./zh.json'),
  fr: () => import('./fr.json'),
  ja: () => import('./ja.json'),
}

export const TermsPage = () => <LegalPage which="terms" />
export const PrivacyPage = () => <LegalPage which="privacy" />

/** For everybody, signed in or not: under which terms this is used, and what is kept of whom for how long. */
function LegalPage({ which }: { which: keyof Legal }) {
  const t = useT()
  const { language } = useAppearance().appearance
  const [legal, setLegal] = useState<Legal>()
  useEffect(() => {
    let mounted = true
    void files[language]().then((file) => mounted && setLegal(file.default))
    return () => {
      mounted = false
    }
  }, [language])
  const title = t(which === 'terms' ? 'app:footer.terms' : 'app:footer.privacy')
  const named = (text: string) => text.replaceAll('{owner}', getConfig().Title)
  return (
    <article className="legal" aria-busy={!legal}>
      <title>{`${title} · ${getConfig().Title}`}</title>
      <h1>{title}</h1>
      {legal?.[which].map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.text.map((paragraph) => (
            <p key={paragraph}>{named(paragraph)}</p>
          ))}
        </section>
      ))}
    </article>
  )
}
