export const installTexts = {
  offer: (instance: string) => ({
    title: `Install ${instance}`,
    text: 'It opens from your home screen, also without a connection.',
  }),
  ios: (instance: string) => ({
    title: `${instance} on your home screen`,
    text: 'Tap Share, then Add to Home Screen.',
  }),
  install: 'Install',
  dismiss: 'No, thanks',
  understood: 'OK',
} as const;
