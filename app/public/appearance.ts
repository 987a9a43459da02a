/** Light or dark as the phone is, and with it when that changes. */
export function followSystem() {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
  }
  dark.addEventListener('change', show)
  show()
}
