// A part of an address without its percent signs; as it stands where they encode no text.

export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
