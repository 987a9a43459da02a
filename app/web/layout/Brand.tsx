import { basePath } from '#areas/access/web/base-path.ts'
import { getConfig } from '../config.ts'

/** Shows the product's name with the company's logo, or with a diamond if there is no logo. */
export function ProductBrand({ title }: { title: string }) {
  const logo = getConfig().Logo
  return (
    <span className="brand">
      {logo ? <img src={basePath + logo} alt="" className="brand-logo" /> : <GemMark />}
      <span>{title}</span>
    </span>
  )
}

/** The diamond is part of the code, because the sign-in page shows it before the icon library is loaded. */
const GemMark = () => (
  <svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M10.5 3 8 9l4 13 4-13-2.5-6" />
    <path d="M17 3a2 2 0 0 1 1.6.8l3 4a2 2 0 0 1 .013 2.382l-7.99 10.986a2 2 0 0 1-3.247 0l-7.99-10.986A2 2 0 0 1 2.4 7.8l2.998-3.997A2 2 0 0 1 7 3z" />
    <path d="M2 9h20" />
  </svg>
)
