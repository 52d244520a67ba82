// What a signed link is known by, whatever host a proxy shows it under: its document and its signature.

export const linkKey = (text: string): string => {
  if (!URL.canParse(text)) return text
  const { pathname, search } = new URL(text)
  return `${pathname.split('/').at(-1)}${search}`
}
