import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useServerConnection } from '#kit/web/connection.ts'
import { Icon } from './Icon.tsx'
import { withBasePath } from './router.tsx'
import { publicConfig } from './start.ts'
import { isLanguage, languageNames, storeLanguageChoice, useLanguage, useT } from './texts.ts'
import './public.css'

type Props = {
  /** The page's heading, which is also its window title. */
  title: string
  /** The languages that the page offers; by default those of the company. */
  languages?: readonly string[]
  /** Hides the heading on screen; screen readers and the window title keep it. */
  unseenTitle?: boolean
  /** Content above the heading, such as the progress bar. */
  above?: ReactNode
  children: ReactNode
}

/** The layout of every public page: company, language menu, content and legal links. */
export function PublicPageFrame({
  title,
  languages = publicConfig().Languages,
  unseenTitle = false,
  above,
  children,
}: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  const logo = publicConfig().Logo
  useEffect(() => {
    document.title = `${title} · ${publicConfig().Company}`
    // Moves the focus to the heading of a new page, but not of the first page, which screen readers read from the top.
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [title])
  return (
    <>
      <a className="pub-skip" href="#content">
        {t('kit:frame.skip')}
      </a>
      <header className="pub-top">
        {logo ? <img src={withBasePath(logo)} alt="" className="pub-logo" /> : <Icon name="gem" size={24} />}
        <bdi className="pub-company">{publicConfig().Company}</bdi>
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
        <LegalLinks />
      </footer>
    </>
  )
}

/** The paths of the legal pages, which the application sets because the kit does not know them. */
let legal = { terms: '', privacy: '' }
export const setLegalPaths = (paths: typeof legal) => {
  legal = paths
}

/** Links to the terms of use and the privacy notice. */
export function LegalLinks() {
  const t = useT()
  return (
    <>
      <OtherPage path={legal.terms}>{t('kit:frame.terms')}</OtherPage> <span aria-hidden>·</span>{' '}
      <OtherPage path={legal.privacy}>{t('kit:frame.privacy')}</OtherPage>
    </>
  )
}

/** A link to the staff application. Opens a new tab, so that typed input stays. */
function OtherPage({ path, children }: { path: string; children: ReactNode }) {
  const t = useT()
  return (
    <a href={withBasePath(path)} target="_blank" rel="noreferrer">
      {children}
      <span className="pub-unseen"> ({t('kit:frame.newTab')})</span>
    </a>
  )
}

function LanguageChooser({ languages }: { languages: readonly string[] }) {
  const t = useT()
  const language = useLanguage()
  const id = useId()
  const choices = Object.entries(languageNames).filter(([code]) => code === language || languages.includes(code))
  if (choices.length < 2) return null
  return (
    <span className="pub-language">
      <Icon name="languages" size={16} />
      <label htmlFor={id} className="pub-unseen">
        {t('kit:frame.language')}
      </label>
      <select
        id={id}
        value={language}
        onChange={({ target: { value } }) => isLanguage(value) && void storeLanguageChoice(value)}
      >
        {choices.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Shows whether the server answers calls, because a phone may report "online" without a working network. */
function Connection() {
  const t = useT()
  const connection = useServerConnection()
  const [wasAway, setWasAway] = useState(false)
  if (connection === 'offline' && !wasAway) setWasAway(true)
  const text = connection === 'offline' ? t('kit:network.offline') : wasAway ? t('kit:network.back') : ''
  return (
    <p role="status" className={text ? 'pub-connection' : 'pub-unseen'} data-away={connection === 'offline'}>
      {text}
    </p>
  )
}
