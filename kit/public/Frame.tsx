import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useConnection } from '#kit/web/connection.ts'
import { Icon } from './Icon.tsx'
import { hrefOf } from './router.tsx'
import { config } from './start.ts'
import { chooseLanguage, isLanguage, languageNames, useLanguage, useT } from './texts.ts'
import './public.css'

type Props = {
  /** The page's heading: it is read out first, and it is the window's title. */
  title: string
  /** The languages that the page can be read in; the company's, unless the page says. */
  languages?: readonly string[]
  /** For screen readers and the window alone: the page says itself what it is. */
  unseenTitle?: boolean
  /** How far one is, before the heading. */
  above?: ReactNode
  children: ReactNode
}

/** What stands around every public page: the company, the language, the page, and who answers for it. */
export function Frame({ title, languages = config().Languages, unseenTitle = false, above, children }: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  const logo = config().Logo
  useEffect(() => {
    document.title = `${title} · ${config().Company}`
    // A new page begins at its heading, for those who listen; the first one is read from the top anyway.
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [title])
  return (
    <>
      <a className="pub-skip" href="#content">
        {t('kit:frame.skip')}
      </a>
      <header className="pub-top">
        {logo ? <img src={hrefOf(logo)} alt="" className="pub-logo" /> : <Icon name="gem" size={24} />}
        <bdi className="pub-company">{config().Company}</bdi>
        <LanguageChooser languages={languages} />
      </header>
      <Connection />
      <main id="content" className="pub-page">
        {above}
        <h1 ref={heading} tabIndex={-1} className={unseenTitle ? 'pub-unseen' : 'pub-title'}>
          {title}
        </h1>
        {children}
      </main>
      <footer className="pub-foot">
        <Legal />
      </footer>
    </>
  )
}

/** Where these lie, the application says: they are no pages of the public one. */
let legal = { terms: '', privacy: '' }
export const placeLegal = (places: typeof legal) => {
  legal = places
}

/** What one agrees to, and what becomes of what one tells. */
export function Legal() {
  const t = useT()
  return (
    <>
      <OtherPage path={legal.terms}>{t('kit:frame.terms')}</OtherPage> <span aria-hidden>·</span>{' '}
      <OtherPage path={legal.privacy}>{t('kit:frame.privacy')}</OtherPage>
    </>
  )
}

/** A page of the other application: in a tab of its own, so that what was typed here stays. */
function OtherPage({ path, children }: { path: string; children: ReactNode }) {
  const t = useT()
  return (
    <a href={hrefOf(path)} target="_blank" rel="noreferrer">
      {children}
      <span className="pub-unseen"> ({t('kit:frame.newTab')})</span>
    </a>
  )
}

function LanguageChooser({ languages }: { languages: readonly string[] }) {
  const t = useT()
  const language = useLanguage()
  const id = useId()
  const offered = Object.entries(languageNames).filter(([code]) => code === language || languages.includes(code))
  if (offered.length < 2) return null
  return (
    <span className="pub-language">
      <Icon name="languages" size={16} />
      <label htmlFor={id} className="pub-unseen">
        {t('kit:frame.language')}
      </label>
      <select
        id={id}
        value={language}
        onChange={({ target: { value } }) => isLanguage(value) && void chooseLanguage(value)}
      >
        {offered.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Known from the calls themselves: a phone that says "online" may still have no network. */
function Connection() {
  const t = useT()
  const connection = useConnection()
  const [wasAway, setWasAway] = useState(false)
  if (connection === 'offline' && !wasAway) setWasAway(true)
  const text = connection === 'offline' ? t('kit:network.offline') : wasAway ? t('kit:network.back') : ''
  return (
    <p role="status" className={text ? 'pub-connection' : 'pub-unseen'} data-away={connection === 'offline'}>
      {text}
    </p>
  )
}
