/** The name of the photo in an archive. */
export const photoName = 'Profile photo.jpg';
