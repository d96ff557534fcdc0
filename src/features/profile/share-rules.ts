// What the share dialog suggests, accepts while the user types, and passes to social networks.

/** What the dialog's field shows while the user types: lowercase, whitespace as a hyphen. */
export function linkAsTyped(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '-');
}

/** The user's name as a link, for the placeholder. Empty without a name. */
export function linkFromName(fullName: string): string {
  return linkAsTyped(fullName.trim());
}

export const networks = ['twitter', 'linkedin', 'facebook'] as const;

/** A network's page for sharing a link. LinkedIn and Facebook may show the page's own title instead of the text. */
export function networkAddress(network: (typeof networks)[number], link: string, text: string): string {
  switch (network) {
    case 'twitter':
      return `https://twitter.com/intent/tweet?${query({ text, url: link })}`;
    case 'linkedin':
      return `https://www.linkedin.com/sharing/share-offsite/?${query({ url: link, text })}`;
    case 'facebook':
      return `https://www.facebook.com/sharer/sharer.php?${query({ u: link, quote: text })}`;
  }
}

/** With spaces as %20: not every network reads a plus sign as a space. */
function query(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}
