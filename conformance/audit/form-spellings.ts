// How a secret may be written in Basic: its parts are form-encoded, and libraries differ in which signs they encode.

const strictly = (text: string): string =>
  text.replaceAll(/[-._*]/g, (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`)

export const formSpellings = (secret: string): string[] => {
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  // Ruby, Go and Java write a space as a plus sign, JavaScript as %20; openid-client encodes whatever is no letter and no digit.
  const written = [form, form.replaceAll('+', '%20')]
  return [...new Set([secret, ...written, ...written.map(strictly)])]
}
